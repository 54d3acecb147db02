import type { ServiceOrderEvent } from '@portal/api';
import { Link } from '@portal/theme';
import type { ReactNode } from 'react';

interface EventLinkProps {
  event: ServiceOrderEvent;
  /** Shows an event in the log. */
  onShow: (event: ServiceOrderEvent) => void;
  children: ReactNode;
}

/** A link to an event in the log, with the height of a control. It leaves the address alone, which may be the embedder's. */
export const EventLink = ({ event, onShow, children }: EventLinkProps) => (
  <Link
    href="#event"
    onClick={(click) => {
      click.preventDefault();
      onShow(event);
    }}
    sx={{ display: 'inline-block', paddingBlock: '10px', marginBlock: '-10px' }}
  >
    {children}
  </Link>
);
