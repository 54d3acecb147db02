import type { Boot } from '@portal/contract';
import { pageSurface } from '@portal/theme';
import { useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { PortalEvent } from './embedding';
import { Portal } from './portal';

interface PortalPageProps {
  boot: Boot;
  /** The nonce of the page's policy. */
  nonce: string;
  container: HTMLElement;
}

/** The portal as a page of its own, with the page's address and title. */
export const PortalPage = ({ boot, nonce, container }: PortalPageProps) => {
  const [surface] = useState(() => pageSurface(container));
  const [nameTab] = useState(() => (event: PortalEvent) => {
    if (event.type === 'navigate') document.title = `${event.title} · ${boot.brand.name}`;
  });
  return (
    // Session and route change together; a transition would show one before the other.
    <BrowserRouter basename={boot.basePath || '/'} useTransitions={false}>
      <Portal boot={boot} surface={surface} options={{ nonce }} onEvent={nameTab} />
    </BrowserRouter>
  );
};
