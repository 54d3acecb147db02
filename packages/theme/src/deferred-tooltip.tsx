import { Suspense, useState } from 'react';
import { deferredPart } from './deferred';
import { loadTooltip } from './parts';

const Nothing = () => null;

/** Without the chunk there is no tooltip; what it explains has a name anyway. */
const part = deferredPart(() => loadTooltip().catch(() => ({ Grow: Nothing, Popper: Nothing })));

const Loaded = part.component('Popper');

/** MUI's transition of a tooltip, which is rendered inside its Popper. */
export const Grow = part.component('Grow');

/** MUI's Popper from its first opening on. webpack/shell.ts puts both into the Tooltip in place of MUI's. */
export const Popper = (props: { open: boolean }) => {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
};
