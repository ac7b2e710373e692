// Draws icons, decorative all of them: a word stands beside each, or the button has a name.
import { shapes } from './shapes.ts';

export type IconName = keyof typeof shapes;

interface IconProps {
  readonly name: string;
  readonly size?: number;
}

/** Draws an icon; an unknown name, as a menu may hold one, is drawn as a dot. */
export function Icon({ name, size = 18 }: IconProps) {
  const shape = Object.hasOwn(shapes, name) ? shapes[name as IconName] : shapes.dot;
  return (
    <svg
      className="k-icon"
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shape.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
