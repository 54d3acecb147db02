export { frFR as locale } from '@mui/material/locale';
export { messages } from '../../languages/fr';
