import { createRoot } from 'react-dom/client';
import { Site, site } from '../react/site';

createRoot(site).render(<Site />);
