import type { Files } from './screen-files';

const github = `# Releases this remote: a pull request publishes a preview, the main branch starts a canary.
#
# Variables: PORTAL_URL, RELEASES_URL, AWS_REGION, and RELEASE_PUBLIC_KEYS, the path of the portal's public keys in this
# repository.
# Secrets: RELEASE_SIGNING_KEY, the content of the private key's file, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
name: release
on:
  push: { branches: [main] }
  pull_request:
jobs:
  release:
    runs-on: ubuntu-latest
    env:
      PORTAL_URL: \${{ vars.PORTAL_URL }}
      RELEASES_URL: \${{ vars.RELEASES_URL }}
      RELEASE_PUBLIC_KEYS: \${{ vars.RELEASE_PUBLIC_KEYS }}
      AWS_REGION: \${{ vars.AWS_REGION }}
      AWS_ACCESS_KEY_ID: \${{ secrets.AWS_ACCESS_KEY_ID }}
      AWS_SECRET_ACCESS_KEY: \${{ secrets.AWS_SECRET_ACCESS_KEY }}
      RELEASED_BY: run \${{ github.run_id }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install
      - run: npm test
      - run: npm run build
      - name: Write the key
        run: |
          printf '%s\\n' "$KEY" > "$RUNNER_TEMP/release-key.pem"
          echo "RELEASE_SIGNING_KEY=$RUNNER_TEMP/release-key.pem" >> "$GITHUB_ENV"
        env: { KEY: '\${{ secrets.RELEASE_SIGNING_KEY }}' }
      # --verify first mounts every screen in the portal's shell, in the runner's browser.
      # Pull request: publish a version that is not live. Open it in the portal with ?preview=NAME@VERSION.
      - if: github.event_name == 'pull_request'
        run: npx portal publish --verify --version "0.0.0-pr\${{ github.event.number }}.\${{ github.run_number }}"
      # Main branch: publish, and give the version to 10 % of the visitors. To make it live for all, run
      # \`npx portal promote NAME@VERSION\`.
      - if: github.event_name == 'push'
        run: npx portal publish --verify --canary 10
`;

const gitlab = `# Releases this remote: a merge request publishes a preview, the default branch starts a canary.
#
# Variables: PORTAL_URL, RELEASES_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
# Variables of the type File: RELEASE_SIGNING_KEY and RELEASE_PUBLIC_KEYS.
image: node:22
variables:
  RELEASED_BY: pipeline $CI_PIPELINE_ID
release:
  script:
    - npm install
    - npm test
    - npm run build
    # --verify first mounts every screen in the portal's shell, in this browser.
    - npx playwright-core install --with-deps chromium
    # Default branch: a canary for 10 % of the visitors. Merge request: a version to open with ?preview=NAME@VERSION.
    - |
      if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]
      then npx portal publish --verify --canary 10
      else npx portal publish --verify --version "0.0.0-pr$CI_PIPELINE_IID"
      fi
  rules:
    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;

/** The pipelines that release a remote, for GitHub and GitLab. A team keeps one of them. */
export const pipelines = (): Files => ({
  '.github/workflows/release.yml': github,
  '.gitlab-ci.yml': gitlab,
});
