import { http } from '@portal/api';
import { createRoot } from 'react-dom/client';
import { readBoot } from './boot';
import { Portal } from './portal';

const { boot, nonce } = readBoot(document);
http.defaults.baseURL = boot.basePath;

const container = document.getElementById('portal');
if (!container) throw new Error('The page has no element with the id "portal" to render into.');
createRoot(container).render(<Portal boot={boot} nonce={nonce} />);
