export { deDE as locale } from '@mui/material/locale';
export { messages } from '../../languages/de';
