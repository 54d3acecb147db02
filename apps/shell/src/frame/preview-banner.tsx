import type { Preview } from '@portal/contract';
import { Link, Typography } from '@portal/theme';
import { createPath, useHref, useLocation } from 'react-router-dom';
import { useI18n } from '../texts';
import { Notice } from '../page/notice';
import { useRemotes } from '../remotes/remotes';
import { useStore } from '../store';

interface PreviewBannerProps {
  previews: readonly Preview[];
  /** Absent on the portal server's own page. */
  portalUrl?: string | undefined;
}

/** The URL that ends all previews of this browser: this screen on the portal's own server. */
const useReset = (portalUrl: string | undefined): string => {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  query.set('preview', 'off');
  const screen = { pathname, search: `?${query}`, hash };
  const href = useHref(screen);
  return portalUrl === undefined ? href : portalUrl + createPath(screen);
};

/** Shows, on every page, which versions only this browser gets, why it doesn't get them, and what they threw. */
export const PreviewBanner = ({ previews, portalUrl }: PreviewBannerProps) => {
  const i18n = useI18n();
  const reset = useReset(portalUrl);
  const errors = useStore(useRemotes().errors);
  if (previews.length === 0) return null;
  return (
    <Notice
      severity="warning"
      role="region"
      aria-label={i18n.t('Preview')}
      square
      sx={{ py: 0 }}
      actions={
        <Link href={reset} color="inherit" sx={{ py: 1 }}>
          {i18n.t('Reset')}
        </Link>
      }
    >
      {previews.map(({ remote, version, problem }) => (
        <Typography key={remote} variant="body2">
          {problem ?? i18n.t('Preview: {remote} {version} — only this browser sees it.', { remote, version })}
          {errors[remote] && <code>{` ${errors[remote]}`}</code>}
        </Typography>
      ))}
    </Notice>
  );
};
