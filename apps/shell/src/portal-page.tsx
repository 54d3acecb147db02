import type { Boot } from '@portal/contract';
import { pageSurface } from '@portal/theme';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { PortalEvent } from './embedding';
import { Portal } from './portal';

interface PortalPageProps {
  boot: Boot;
  /** Of the page's policy. */
  nonce: string;
  /** What this is rendered into. */
  container: HTMLElement;
}

/** The portal as a page of its own, whose address and title are the portal's. */
export const PortalPage = ({ boot, nonce, container }: PortalPageProps) => {
  const [surface] = useState(() => pageSurface(container));
  const [nameTab] = useState(() => (event: PortalEvent) => {
    if (event.type === 'navigate') document.title = `${event.title} · ${boot.brand.name}`;
  });
  return (
    // Who is signed in and where they are change together; a transition would show one before the other.
    <BrowserRouter basename={boot.basePath || '/'} useTransitions={false}>
      <Portal boot={boot} surface={surface} options={{ nonce }} onEvent={nameTab} />
    </BrowserRouter>
  );
};
