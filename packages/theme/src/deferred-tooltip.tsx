import { Suspense, useState } from 'react';
import { deferredPart } from './deferred';
import { loadTooltip } from './parts';

const Nothing = () => null;

/** Without the chunk there is no tooltip; its target has an accessible name anyway. */
const part = deferredPart(() => loadTooltip().catch(() => ({ Grow: Nothing, Popper: Nothing })));

const Loaded = part.component('Popper');

/** MUI's transition of a tooltip, which is rendered inside its Popper. */
export const Grow = part.component('Grow');

/** MUI's Popper, loaded when it first opens. webpack/shell.ts replaces Popper and Grow of MUI's Tooltip with these. */
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
