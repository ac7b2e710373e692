// Runs in the page of a browser, under `inPage`: what a page of ours would do, and what a test asks about it.
globalThis.inPage = {
  heard: [],

  /** Begins to listen: the browser itself comes back, with the identifier that it heard last. */
  listen(address, names) {
    const source = new EventSource(address);
    for (const event of names) {
      source.addEventListener(event, ({ lastEventId, data }) => {
        this.heard.push({ event, id: lastEventId, data: JSON.parse(data) });
      });
    }
  },

  /** Answers the body of what was answered; throws what was refused. */
  async post(address, body) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text).body;
  },

  /** Shows each content in a frame of its own, follows its links that are scripts, and counts what ran. */
  async countScriptsOf(contents, settleMs) {
    let ran = 0;
    globalThis.alert = () => {
      ran += 1;
    };
    for (const content of contents) {
      const frame = document.createElement('iframe');
      frame.srcdoc = `<script>alert = () => parent.alert()</script><main>${content}</main>`;
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      for (const link of frame.contentDocument.querySelectorAll('a')) if (link.protocol === 'javascript:') link.click();
    }
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    for (const frame of document.querySelectorAll('iframe')) frame.remove();
    return ran;
  },

  /** Finds elements and attributes that are not among the plain ones, and links that lead elsewhere than they look. */
  findSuspects(contents, tags, attributes) {
    const isPlain = (element) => {
      const target = element.getAttribute('href') ?? element.getAttribute('src');
      return (
        tags.includes(element.localName) &&
        [...element.attributes].every(({ name }) => attributes.includes(name)) &&
        (target === null || /^(https?:\/\/|mailto:|\/(?!\/)|#)/.test(target))
      );
    };
    return contents.flatMap((content) => {
      const { body } = new DOMParser().parseFromString(content, 'text/html');
      return [...body.querySelectorAll('*')].filter((element) => !isPlain(element)).map(({ outerHTML }) => outerHTML);
    });
  },
};
