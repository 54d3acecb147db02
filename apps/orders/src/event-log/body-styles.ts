import type { Theme } from '@portal/theme';

/**
 * Colours that a body gives keep their hue; their lightness (OKLCH, 0 to 1) is held where text reads well on the
 * scheme's own surface and on a tinted background (WCAG 2.2, 1.4.3). A browser without relative colours shows none.
 */
const colors = (text: string, background: string) => ({
  '& [style*="--given-color"]': { color: `oklch(from var(--given-color) ${text} c h / 1)` },
  '& [style*="--given-background"]': {
    backgroundColor: `oklch(from var(--given-background) ${background} min(c, 0.06) h / 1)`,
  },
});

/** How the HTML of an event's body looks among the portal's own. */
export const bodyStyles = (theme: Theme) => ({
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
  // `anywhere`, which holds elsewhere, would squeeze columns to one letter before the table scrolls.
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
