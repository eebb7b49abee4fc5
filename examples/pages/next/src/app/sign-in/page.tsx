import { enter } from "../../actions.ts";
import { Form } from "../form.tsx";

export default function Page() {
  return (
    <>
      <h1>Sign in</h1>
      <Form action={enter} fields={{ name: "Name", password: "Password" }} button="Sign in" />
    </>
  );
}
