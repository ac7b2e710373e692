// Holds the style of the pages behind links; its hash stands in their content security policy.

export const linkPageStyle = `
:root { color-scheme: light dark; --ink: #1b2733; --paper: #f4f6f8; --card: #ffffff; --line: #8a97a5; --accent: #0b5cad; --problem: #b3261e; --done: #1a6b3c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebf0; --paper: #12181f; --card: #1c242d; --line: #7d8a97; --accent: #7db8f5; --problem: #ff9a92; --done: #7fd6a2; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 28rem; padding: 2rem; background: var(--card); border-radius: 0.75rem; box-shadow: 0 1px 8px rgb(0 0 0 / 12%); }
h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.25; }
label { display: block; margin: 1rem 0 0.25rem; font-weight: 600; }
label.check { margin-top: 0.5rem; font-weight: 400; }
input[type="password"], input[type="text"] { width: 100%; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.375rem; background: transparent; color: inherit; font: inherit; }
input[aria-invalid="true"] { border-color: var(--problem); }
input:read-only:not([type="checkbox"]) { border-style: dashed; }
button { width: 100%; margin-top: 1rem; padding: 0.75rem; border: 0; border-radius: 0.375rem; background: var(--accent); color: var(--card); font: inherit; font-weight: 600; cursor: pointer; }
button:disabled { opacity: 0.6; cursor: default; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
ul { margin: 0.75rem 0 0; padding-left: 1.25rem; color: var(--problem); }
ul:empty, #status:empty { display: none; }
#status { margin: 1rem 0 0; }
#home { display: inline-block; margin-top: 1rem; padding: 0.25rem 0; color: var(--accent); font-weight: 600; }
#home[hidden] { display: none; }
.problem { color: var(--problem); }
.done { color: var(--done); font-weight: 600; }
`;
