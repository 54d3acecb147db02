import type { SlotProps } from '@portal/contract';
import { ShellServicesContext } from '@portal/remote/services';
import { use } from 'react';

interface SlotElement<Props extends SlotProps> {
  /** Its id among the `slots` of `remote.json`. */
  name: string;
  props: Props;
}

/** A place in a screen for widgets of other remotes. Without any, it renders nothing. */
export const Slot = <Props extends SlotProps>({ name, props }: SlotElement<Props>) => {
  const { Widgets } = use(ShellServicesContext);
  return Widgets ? <Widgets slot={name} props={props} /> : null;
};
