import { Box, type Theme } from '@portal/theme';
import { useLayoutEffect, useRef } from 'react';
import { safeBody } from './safe-body/safe-body';

/** The text of an event: HTML from the server, sanitized right before it is inserted. */
export const EventBody = ({ html }: { html: string }) => {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(safeBody(html)), [html]);
  return <Box ref={box} dir="auto" sx={bodyStyles} />;
};

/**
 * Keeps the hue of the body's own colors and limits their lightness (OKLCH, 0 to 1) to what is readable in the
 * scheme (WCAG 2.2, 1.4.3). Browsers without relative colors ignore them.
 */
const colors = (text: string, background: string) => ({
  '& [style*="--given-color"]': { color: `oklch(from var(--given-color) ${text} c h / 1)` },
  '& [style*="--given-background"]': {
    backgroundColor: `oklch(from var(--given-background) ${background} min(c, 0.06) h / 1)`,
  },
});

const bodyStyles = (theme: Theme) => ({
  ...colors('min(l, 0.45)', '0.94'),
  ...theme.applyStyles('dark', colors('max(l, 0.78)', '0.3')),
  lineHeight: 1.6,
  '& > :first-child': { marginBlockStart: 0 },
  '& > :last-child': { marginBlockEnd: 0 },
  '& :is(h4, h5, h6)': { fontSize: '1rem', fontWeight: 650, marginBlock: '1.25em 0.5em' },
  '& :is(p, ul, ol, blockquote, pre)': { marginBlock: '0.75em' },
  '& :is(ul, ol)': { paddingInlineStart: '1.5em' },
  '& blockquote': {
    marginInline: 0,
    paddingInlineStart: '1em',
    borderInlineStart: '3px solid',
    borderColor: 'divider',
  },
  '& :is(pre, code)': { fontFamily: 'ui-monospace, monospace', fontSize: '0.9em', whiteSpace: 'pre-wrap' },
  '& a[href]': { color: 'primary.main', textUnderlineOffset: '0.15em' },
  '& [style*="--given"] a': { color: 'inherit' },
  '& img': { maxInlineSize: '100%', blockSize: 'auto', borderRadius: 1 },
  '& [role="group"]': { overflowX: 'auto', marginBlock: '1em' },
  '& table': { borderCollapse: 'collapse' },
  // The inherited `anywhere` would shrink columns to one letter instead of letting the table scroll.
  '& :is(th, td)': {
    overflowWrap: 'break-word',
    border: '1px solid',
    borderColor: 'divider',
    paddingInline: '0.75em',
    paddingBlock: '0.4em',
    textAlign: 'start',
    verticalAlign: 'top',
  },
});
