// Holds pictures that try to run, load or lead elsewhere; each has one harmless rectangle besides.

export const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

export const RECT = '<rect id="seen" width="1" height="1"/>';

/** What each does, and its content. */
export const hostilePictures: readonly (readonly [string, string])[] = [
  ['a script', `<script>alert(1)</script>${RECT}`],
  ['a script from elsewhere', `<script href="https://evil.example/x.js"/>${RECT}`],
  ['a script in a section', `<script><![CDATA[alert(1)]]></script>${RECT}`],
  ['a script of another prefix', `<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>${RECT}`],
  ['a script of HTML', `<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>${RECT}`],
  ['a script in other letters', `<SCRIPT>alert(1)</SCRIPT>${RECT}`],
  ['a script deep inside', `<g><defs><g><script>alert(1)</script></g></defs></g>${RECT}`],
  ['a handler', `<g onclick="alert(1)">${RECT}</g>`],
  ['a handler in other letters', `<g OnLoad="alert(1)">${RECT}</g>`],
  ['a handler of animation', `<g onbegin="alert(1)" onend="x" onrepeat="y">${RECT}</g>`],
  ['a handler with a prefix', `<g x:onload="alert(1)" xmlns:x="http://www.w3.org/2000/svg">${RECT}</g>`],
  [
    'a handler that a tool declares',
    `<ev:listener xmlns:ev="http://www.w3.org/2001/xml-events" event="load" handler="#h"/><handler id="h" type="application/ecmascript">alert(1)</handler>${RECT}`,
  ],
  [
    'foreign markup',
    `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>${RECT}`,
  ],
  ['foreign markup in other letters', `<foreignobject><iframe src="javascript:alert(1)"/></foreignobject>${RECT}`],
  ['a frame', `<iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/>${RECT}`],
  [
    'an embedded object',
    `<embed xmlns="http://www.w3.org/1999/xhtml" src="data:text/html,x"/><object data="x"/>${RECT}`,
  ],
  ['a link that runs', `<a href="javascript:alert(1)">${RECT}</a>`],
  ['a link that runs, of XLink', `<a xlink:href="javascript:alert(1)" target="_top">${RECT}</a>`],
  ['a link that hides what it runs', `<a href=" java&#10;script:alert(1)">${RECT}</a>`],
  ['a link elsewhere', `<a href="https://evil.example">${RECT}</a>`],
  ['an image from elsewhere', `<image href="https://evil.example/pixel.png" width="1" height="1"/>${RECT}`],
  ['an image in itself', `<image href="data:image/svg+xml,%3Csvg onload='alert(1)'/%3E"/>${RECT}`],
  ['an image of a filter', `<filter id="f"><feImage href="https://evil.example/x"/></filter>${RECT}`],
  ['a part from elsewhere', `<use href="https://evil.example/x.svg#a"/>${RECT}`],
  ['a part of data', `<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/>${RECT}`],
  ['a part by a relative address', `<use href="other.svg#a"/><use href="//evil.example/#a"/>${RECT}`],
  [
    'a reference that animation changes',
    `<use href="#seen"><animate attributeName="href" values="javascript:alert(1)"/></use>${RECT}`,
  ],
  ['a reference that is set', `<a><set attributeName="xlink:href" to="javascript:alert(1)"/>${RECT}</a>`],
  ['a motion', `<animateTransform attributeName="transform" onbegin="alert(1)"/><animateMotion path="M0 0"/>${RECT}`],
  ['an imported style', `<style>@import url("https://evil.example/x.css");</style>${RECT}`],
  ['an imported style by its text', `<style>@import 'https://evil.example/x.css';</style>${RECT}`],
  ['an imported style with an escape', `<style>@\\69mport "//evil.example";</style>${RECT}`],
  ['an imported style behind a comment', `<style>/* */ @im/**/port "x"; @import/**/"//evil.example";</style>${RECT}`],
  ['a font from elsewhere', `<style>@font-face{font-family:x;src:url(https://evil.example/f)}</style>${RECT}`],
  ['a style that loads', `<style>rect{fill:url(https://evil.example/#a)}</style>${RECT}`],
  ['a style that loads by a set', `<style>rect{background:image-set("https://evil.example/a" 1x)}</style>${RECT}`],
  ['a style that loads with an escape', `<style>rect{fill:\\75rl(//evil.example)}</style>${RECT}`],
  ['a style that ends too early', `<style>rect{}&lt;/style>&lt;script>alert(1)&lt;/script></style>${RECT}`],
  ['a style that runs', `<g style="width:expression(alert(1));-moz-binding:url(#x)">${RECT}</g>`],
  ['a style attribute that loads', `<g style="fill:url( 'https://evil.example' )">${RECT}</g>`],
  [
    'an attribute that loads',
    `<g fill="url(https://evil.example/#a)" filter="URL( //evil.example )" mask="url('x.svg#m')">${RECT}</g>`,
  ],
  ['an attribute that loads behind one that does not', `<g fill="url(#a) url(//evil.example)">${RECT}</g>`],
  ['another base', `<g xml:base="https://evil.example/"><use href="#a"/></g>${RECT}`],
  ['a style sheet beside it', `<?xml-stylesheet href="https://evil.example/x.css"?>${RECT}`],
  ['a comment that a browser could read otherwise', `<!-- !><script>alert(1)</script> -->${RECT}`],
  ['a title with markup', `<title><x:b xmlns:x="urn:x">a</x:b>&lt;img src=x onerror=alert(1)></title>${RECT}`],
  [
    'what tools keep of their own',
    `<metadata><x:y xmlns:x="urn:x" onload="a"/></metadata><sodipodi:namedview xmlns:sodipodi="urn:s"/>${RECT}`,
  ],
  ['a cursor', `<g cursor="url(https://evil.example)" style="cursor: url(//evil.example), auto">${RECT}</g>`],
];
