const isEncoded = (href: string): boolean => {
  try {
    return decodeURIComponent(href) !== '';
  } catch {
    return false;
  }
};

/** Parsed as a URL, the relative `file:releases` is `file:///releases`; the root directory itself is refused. */
export const isDirectoryUrl = ({ protocol, host, pathname, href }: URL): boolean =>
  protocol === 'file:' && host === '' && pathname !== '/' && !/[?#]|%2f|%00/i.test(href) && isEncoded(href);

const isS3Url = ({ protocol, host, href }: URL): boolean =>
  protocol === 's3:' && /^[\w.-]+$/.test(host) && !/[?#@]/.test(href) && isEncoded(href);

/** Whether this is the address of a bucket: `file:///var/lib/portal/releases`, `s3://acme-portal/releases`. */
export const isReleasesUrl = (url: URL): boolean => isDirectoryUrl(url) || isS3Url(url);
