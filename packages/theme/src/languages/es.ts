export { esES as locale } from '@mui/material/locale';
export { messages } from '../../languages/es';
