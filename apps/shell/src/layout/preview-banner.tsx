import type { Preview } from '@portal/contract';
import { Link, Typography } from '@portal/theme';
import { createPath, useHref, useLocation } from 'react-router-dom';
import { Notice } from './notice';

const sentence = ({ remote, version, problem }: Preview): string =>
  problem ?? `Preview: ${remote} ${version} — only this browser sees it.`;

interface PreviewBannerProps {
  previews: readonly Preview[];
  /** Where the portal's server is; absent in a page of that server. */
  portalUrl?: string | undefined;
}

/**
 * The same screen, asked of the server, which ends all previews of this browser. The address of a page around the
 * portal is another server's: from there it leads to the portal's own page.
 */
const useReset = (portalUrl: string | undefined): string => {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  query.set('preview', 'off');
  const screen = { pathname, search: `?${query}`, hash };
  const href = useHref(screen);
  return portalUrl === undefined ? href : portalUrl + createPath(screen);
};

/** Says which versions this browser alone gets, or why it does not, on every page; nothing without a preview. */
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
