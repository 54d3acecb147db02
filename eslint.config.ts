import { rules } from '@portal/lint';

export default rules;
