import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** Draws the path data of a 24 × 24 icon; decorative, so that its neighbour must carry the words. */
export const Icon = ({ path, ...props }: { path: string } & SvgIconProps) => (
  <SvgIcon {...props}>
    <path d={path} />
  </SvgIcon>
);
