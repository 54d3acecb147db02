import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';

/** An icon from 24 × 24 path data. It is decorative: put a text beside it. */
export const Icon = ({ path, ...props }: { path: string } & SvgIconProps) => (
  <SvgIcon {...props}>
    <path d={path} />
  </SvgIcon>
);
