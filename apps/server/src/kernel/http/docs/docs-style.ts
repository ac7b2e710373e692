// Draws the page of operations, from a narrow telephone to a wide screen, in light and dark.
export const docsStyle = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;justify-content:space-between;align-items:baseline;gap:.5rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
input[type=search]{font:inherit;width:100%;padding:.5rem;border:1px solid #888;border-radius:.3rem}
details{border-top:1px solid #8884;padding:.5rem 0}
summary{cursor:pointer;padding:.25rem 0}
summary:focus-visible,a:focus-visible,input:focus-visible{outline:3px solid #48f;outline-offset:2px}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}
pre{overflow-x:auto;padding:.5rem;background:#8882;border-radius:.3rem;white-space:pre-wrap}
h4{margin:.75rem 0 .25rem;font-size:1rem}
.method{display:inline-block;min-width:4.5rem;font-weight:600}
.planned>summary{opacity:.75}
.fields{margin:0;padding:0;list-style:none}
.fields li{padding:.3rem 0 .3rem .6rem;border-left:3px solid #8884;margin:.15rem 0}
.kind{opacity:.8}
.fields p,.errors p{margin:0}
.errors{padding-left:1.2rem;margin:0}
[hidden]{display:none}
`;
