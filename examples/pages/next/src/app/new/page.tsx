import { add } from "../../actions.ts";
import { Form } from "../form.tsx";

export default function Page() {
  return (
    <>
      <h1>New book</h1>
      <Form action={add} fields={{ title: "Title", author: "Author" }} button="Add" />
    </>
  );
}
