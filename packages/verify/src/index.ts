export { verifiedText } from './verified-text';
export { withVerification, type Release, type Verified, type VerifyOptions } from './verify-release';
