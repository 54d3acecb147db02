import { Box, Stack, Typography, useBrand } from '@portal/theme';
import { useState } from 'react';

const HEIGHT_PX = 44;

/** The company's logo, or its name if there is no logo or it fails to load. */
export const CompanyLogo = () => {
  const { name, logoUrl } = useBrand();
  const [broken, setBroken] = useState(false);
  if (!logoUrl || broken) return <Wordmark name={name} />;
  return (
    <Box
      component="img"
      src={logoUrl}
      alt={name}
      onError={() => setBroken(true)}
      sx={{ height: HEIGHT_PX, maxWidth: '100%', objectFit: 'contain', alignSelf: 'flex-start' }}
    />
  );
};

const Wordmark = ({ name }: { name: string }) => (
  <Stack
    role="img"
    aria-label={name}
    translate="no"
    direction="row"
    spacing={1.5}
    sx={{ alignItems: 'center', minWidth: 0 }}
  >
    <Stack
      sx={{
        width: HEIGHT_PX,
        height: HEIGHT_PX,
        flexShrink: 0,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: 1,
        // A shell of an earlier version has `primary` only.
        bgcolor: 'var(--mui-palette-brand-main, var(--mui-palette-primary-main))',
        color: 'var(--mui-palette-brand-contrastText, var(--mui-palette-primary-contrastText))',
        // Forced colors show outlines, but no backgrounds.
        outline: '1px solid transparent',
        fontSize: '1.5rem',
        fontWeight: 700,
      }}
    >
      {[...name][0]?.toUpperCase()}
    </Stack>
    <Typography
      variant="h3"
      component="p"
      sx={{ minWidth: 0, fontSize: '1.25rem', overflowWrap: 'anywhere' }}
    >
      {name}
    </Typography>
  </Stack>
);
