export default function Home() {
  return <p>A page</p>;
}
