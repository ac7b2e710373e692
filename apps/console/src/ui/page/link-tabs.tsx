// Leads between pages that belong together; the one that is shown is marked.
import { Link } from '@tanstack/react-router';
import './page.css';

interface LinkTabsProps {
  /** Name of the pages together, for whoever hears the page. */
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly to: string }[];
}

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  if (tabs.length < 2) return null;
  return (
    <nav className="k-tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className="k-tab" activeOptions={{ exact: true, includeSearch: false }}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
