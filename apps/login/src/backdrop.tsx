import { Box, useBrand, useSurface } from '@portal/theme';

const LIGHT =
  'radial-gradient(64rem 30rem at 50% 0, color-mix(in srgb, var(--mui-palette-primary-main) 14%, transparent), transparent)';

/** The company's picture on wide screens, otherwise a gradient. An embedder's page has its own background. */
export const Backdrop = () => {
  const { pictureUrl } = useBrand();
  const { host } = useSurface();
  if (host) return null;
  const picture = pictureUrl ? `url(${JSON.stringify(pictureUrl)})` : LIGHT;
  return <Box sx={{ ...behind, backgroundImage: { xs: LIGHT, md: picture } }} />;
};

const behind = {
  position: 'fixed',
  inset: 0,
  zIndex: -1,
  backgroundSize: 'cover',
  backgroundPosition: 'center',
} as const;
