import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface StateMessageProps {
  /** Path data of a 24 × 24 icon. */
  icon: string;
  message: string;
  /** The meaning for the customer, or the next step. */
  explanation?: string;
  tone?: 'neutral' | 'error';
  /** `h1` if the page has no other heading. */
  component?: 'p' | 'h1';
  /** The next step: a button or a link. */
  action?: ReactNode;
}

const SHEET = { x: 52, y: 18, width: 56, height: 76, rx: 6 };

/** The icon on a sheet, in shades of one color. */
const Picture = ({ icon, color }: { icon: string; color: string }) => (
  <Box
    component="svg"
    aria-hidden
    viewBox="0 0 160 112"
    sx={{ inlineSize: 160, fill: 'currentcolor', color }}
  >
    <circle cx="80" cy="56" r="54" opacity=".08" />
    <rect {...SHEET} opacity=".2" transform="rotate(-12 76 112)" />
    <rect {...SHEET} style={{ fill: 'var(--mui-palette-background-paper)', stroke: 'currentcolor' }} />
    <path d={icon} transform="translate(62 38) scale(1.5)" />
  </Box>
);

/** Takes the place of content that is empty, not found or failed to load. */
export const StateMessage = ({
  icon,
  message,
  explanation,
  tone,
  component = 'p',
  action,
}: StateMessageProps) => (
  <Card role={tone === 'error' ? 'alert' : undefined}>
    <Stack
      spacing={2}
      sx={{
        alignItems: 'center',
        textAlign: 'center',
        px: { xs: 2, sm: 3 },
        py: { xs: 5, md: 8 },
        // Centers a row of buttons that wraps.
        '& > *': { justifyContent: 'center' },
      }}
    >
      <Picture icon={icon} color={tone === 'error' ? 'error.main' : 'primary.main'} />
      <Typography variant="h2" component={component}>
        {message}
      </Typography>
      {explanation && (
        <Typography sx={{ color: 'text.secondary', maxInlineSize: '44ch', textWrap: 'balance' }}>
          {explanation}
        </Typography>
      )}
      {action}
    </Stack>
  </Card>
);
