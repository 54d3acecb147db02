export { arEG as locale } from '@mui/material/locale';
export { default as mirror } from '@mui/stylis-plugin-rtl';
export { messages } from '../../languages/ar';
