import { render } from 'react-dom';
import { Site, site } from '../react/site';

render(<Site />, site);
