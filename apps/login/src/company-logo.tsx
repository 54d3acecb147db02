import { Box, Stack, Typography, useBrand } from '@portal/theme';
import { useState } from 'react';

const HEIGHT = 44;

/** Letters from which on a name would take more room than the form. */
const LONG = 24;

/** The company's logo, or its name drawn as one when there is none or it cannot be loaded. */
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
      sx={{ height: HEIGHT, maxWidth: '100%', objectFit: 'contain', alignSelf: 'flex-start' }}
    />
  );
};

const Wordmark = ({ name }: { name: string }) => (
  <Stack
    role="img"
    aria-label={name}
    direction="row"
    spacing={1.5}
    sx={{ alignItems: 'center', minWidth: 0 }}
  >
    <Stack
      sx={{
        width: HEIGHT,
        height: HEIGHT,
        flexShrink: 0,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: 1,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
        fontSize: '1.5rem',
        fontWeight: 700,
      }}
    >
      {[...name][0]?.toLocaleUpperCase()}
    </Stack>
    <Typography variant="h3" component="p" sx={{ fontSize: name.length > LONG ? '1rem' : '1.25rem' }}>
      {name}
    </Typography>
  </Stack>
);
