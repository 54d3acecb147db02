import type { Preview } from '@portal/contract';
import { Link, Typography } from '@portal/theme';
import { useHref, useLocation } from 'react-router-dom';
import { Notice } from '../page/notice';

const sentence = ({ remote, version, problem }: Preview): string =>
  problem ?? `Preview: ${remote} ${version} — only this browser sees it.`;

/** The same address, asked of the server, which ends all previews of this browser. */
const useReset = (): string => {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  query.set('preview', 'off');
  return useHref({ pathname, search: `?${query}`, hash });
};

/** Says which versions this browser alone gets, or why it does not, on every page; nothing without a preview. */
export const PreviewBanner = ({ previews }: { previews: readonly Preview[] }) => {
  const reset = useReset();
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
