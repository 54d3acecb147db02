import type { Preview } from '@portal/contract';
import { Link, Typography } from '@portal/theme';
import { createPath, useHref, useLocation } from 'react-router-dom';
import { Notice } from './notice';

const sentence = ({ remote, version, problem }: Preview): string =>
  problem ?? `Preview: ${remote} ${version} — only this browser sees it.`;

interface PreviewBannerProps {
  previews: readonly Preview[];
  /** Absent on the portal server's own page. */
  portalUrl?: string | undefined;
}

/**
 * The URL of this screen on the portal's server, with the query that ends all previews of this browser. An embedded
 * portal leads to the portal's own page because the page around it belongs to another server.
 */
const useReset = (portalUrl: string | undefined): string => {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  query.set('preview', 'off');
  const screen = { pathname, search: `?${query}`, hash };
  const href = useHref(screen);
  return portalUrl === undefined ? href : portalUrl + createPath(screen);
};

/** Shows, on every page, which versions only this browser gets, or why it doesn't get them. */
export const PreviewBanner = ({ previews, portalUrl }: PreviewBannerProps) => {
  const reset = useReset(portalUrl);
  if (previews.length === 0) return null;
  return (
    <Notice
      severity="warning"
      role="region"
      aria-label="Preview"
      square
      sx={{ py: 0 }}
      actions={
        <Link href={reset} color="inherit" sx={{ py: 1 }}>
          Reset
        </Link>
      }
    >
      {previews.map((preview) => (
        <Typography key={preview.remote} variant="body2">
          {sentence(preview)}
        </Typography>
      ))}
    </Notice>
  );
};
