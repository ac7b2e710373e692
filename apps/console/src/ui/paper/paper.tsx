// Shows HTML that others have written, in a frame of another origin that runs nothing and loads nothing.
import { useEffect, useRef, useState } from 'react';
import { basePath } from '../../lib/base.ts';
import './paper.css';

/** Height at which a frame is cut off: nobody reads so far, and a page must stay in one piece. */
const HEIGHT_MAX_PX = 20_000;
const HEIGHT_MIN_PX = 24;

interface PaperProps {
  /** Name of the frame for whoever hears the page. */
  readonly title: string;
  readonly html: string;
  /** Ground: `white` shows it as it is, as mails want it; `page` gives it letters and colours of the page around it. */
  readonly ground?: 'white' | 'page';
  /** Called with the address of a link; without it links lead nowhere. */
  readonly onLink?: (address: string) => void;
}

/** Writes down how text of the page looks where the frame stands. */
function lookOf(frame: HTMLElement): string {
  const { color, fontFamily, fontSize, lineHeight } = getComputedStyle(frame.parentElement ?? frame);
  const page = getComputedStyle(document.documentElement);
  const ground = page.getPropertyValue('--k-card');
  const link = page.getPropertyValue('--mantine-color-anchor');
  const text = `margin:0;color:${color};background:${ground};font:${fontSize}/${lineHeight} ${fontFamily};overflow-wrap:anywhere`;
  return `body{${text}}a{color:${link}}img{max-width:100%}p:first-child{margin-top:0}p:last-child{margin-bottom:0}`;
}

export function Paper({ title, html, ground = 'white', onLink }: PaperProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(HEIGHT_MIN_PX);
  const [isThere, setThere] = useState(false);
  const follow = useRef(onLink);
  follow.current = onLink;
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent): void => {
      if (frame.current === null || source !== frame.current.contentWindow) return;
      if (typeof data?.height === 'number')
        setHeight(Math.min(HEIGHT_MAX_PX, Math.max(HEIGHT_MIN_PX, Math.ceil(data.height))));
      if (typeof data?.link === 'string' && /^(https?|mailto):/.test(data.link)) follow.current?.(data.link);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    const shown = frame.current;
    if (!isThere || shown === null) return;
    const send = (): void =>
      shown.contentWindow?.postMessage({ html, look: ground === 'white' ? '' : lookOf(shown) }, '*');
    send();
    // The colours of the page change with its appearance.
    const watch = new MutationObserver(send);
    if (ground === 'page') watch.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => watch.disconnect();
  }, [html, ground, isThere]);
  return (
    <iframe
      ref={frame}
      className={ground === 'white' ? 'k-paper k-paper-white' : 'k-paper'}
      title={title}
      src={`${basePath}console-assets/paper.html`}
      sandbox="allow-scripts"
      height={height}
      onLoad={() => setThere(true)}
    />
  );
}
