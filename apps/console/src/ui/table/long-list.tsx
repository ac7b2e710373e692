// Draws the pages of a long list that are near to what somebody sees, and asks for the next one where its end comes near.
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Distance to the view within which something is drawn, or asked for, before somebody sees it. */
const NEAR: IntersectionObserverInit = { rootMargin: '400px 0px' };

/** Keeps the room of a page that is far away, without its rows: the list stays as long as it is. */
export function DrawnPage({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number | null>(null);
  useEffect(() => {
    const { current } = place;
    if (current === null) return;
    const observer = new IntersectionObserver((entries) => {
      const { isIntersecting = true, boundingClientRect } = entries.at(-1) ?? {};
      // Whoever goes by keys does not lose his place because the wheel was turned.
      const isLeft = !isIntersecting && !current.contains(document.activeElement);
      setRoom(isLeft ? (boundingClientRect?.height ?? null) : null);
    }, NEAR);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} style={room === null ? undefined : { height: room }}>
      {room === null ? children : null}
    </div>
  );
}

interface MoreProps {
  readonly label: string;
  readonly loading: boolean;
  readonly onMore: () => void;
}

/** The end of what was fetched, which is pressed or scrolled to for more. */
export function More({ label, loading, onMore }: MoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (place.current === null || loading) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === true) latest.current();
    }, NEAR);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [loading]);
  return (
    <div ref={place}>
      <Button variant="default" mt="sm" loading={loading} onClick={onMore}>
        {label}
      </Button>
    </div>
  );
}
