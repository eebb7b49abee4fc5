// The HTML of the page. Its script is browser.ts.
export const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>Files</title>
  <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
    form { display: grid; gap: 0.75rem; }
    progress { width: 100%; }
  </style>
  <h1>Files</h1>
  <form>
    <label>Title <input name="title" required maxlength="100"></label>
    <label>File <input name="file" type="file" required></label>
    <progress max="100" value="0"></progress>
    <output name="state"></output>
    <div><button>Upload</button> <button type="button">Cancel</button></div>
  </form>
  <h2>What is there</h2>
  <ul></ul>
  <script type="module" src="/app.js"></script>
</html>
`;
