// The HTML of the page. Its script is browser.ts.
export const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Sessions</title>
  <link rel="stylesheet" href="/app.css">
  <header>
    <h1>Sessions</h1>
    <p id="who" hidden><span id="name"></span> <span id="role"></span> <button id="sign-out" type="button" class="quiet">Sign out</button></p>
  </header>
  <main>
    <p id="message" role="status"></p>

    <form id="signed-out" class="card" hidden>
      <h2>Sign in</h2>
      <label>Name <input name="name" required maxlength="40" autocomplete="username" autocapitalize="none"></label>
      <label>Password <input name="password" type="password" required minlength="12" maxlength="200" autocomplete="current-password" aria-describedby="rule"></label>
      <small id="rule">At least 12 characters</small>
      <div class="row"><button>Sign in</button> <button value="up" class="quiet">Create an account</button></div>
    </form>

    <div id="signed-in" hidden>
      <section class="card">
        <h2>Notes</h2>
        <ul id="notes"></ul>
        <form id="add" class="row">
          <input name="text" required maxlength="500" aria-label="New note" placeholder="Write a note">
          <button>Add</button>
        </form>
      </section>

      <section class="card">
        <h2>Machines</h2>
        <p>A program sends a token instead of the cookie. The page shows a new token only once.</p>
        <pre id="token" hidden></pre>
        <div class="row"><button id="create" type="button">Create a token</button> <button id="revoke" type="button" class="quiet">Revoke all</button></div>
      </section>

      <section id="admin" class="card" hidden>
        <h2>Accounts</h2>
        <p>Only admins see this.</p>
        <ul id="accounts"></ul>
        <div class="row"><button id="clear" type="button" class="quiet">Clear the notes</button></div>
      </section>
    </div>
  </main>
  <script type="module" src="/app.js"></script>
</html>
`;
