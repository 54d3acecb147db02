import type MuiPopper from '@mui/material/Popper';
import type { PopperProps } from '@mui/material/Popper';
import { useEffect, useState } from 'react';

/** MUI's Popper for its Tooltip, in whose place the shell's build puts it: loads when a tooltip opens. */
const TooltipPopper = (props: PopperProps) => {
  const { open } = props;
  const [Popper, setPopper] = useState<typeof MuiPopper>();
  useEffect(() => {
    if (!open) return;
    import(/* webpackChunkName: 'tooltips' */ '@mui/material/Popper').then(
      (loaded) => setPopper(() => loaded.default),
      // The next opening tries again.
      () => undefined,
    );
  }, [open]);
  return Popper ? <Popper {...props} /> : null;
};

export default TooltipPopper;
