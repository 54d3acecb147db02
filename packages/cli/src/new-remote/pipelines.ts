import type { Files } from './screen-files';

const github = `# Variables: PORTAL_URL, RELEASES_URL, AWS_REGION, and RELEASE_PUBLIC_KEYS: where the portal's public keys are in this repository.
# Secrets: RELEASE_SIGNING_KEY, the text of the key, and what the bucket needs.
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
      # Both mount every screen in the portal's shell first. The machine has a browser.
      # A branch: a version to look at, with ?preview= in the portal that customers use.
      - if: github.event_name == 'pull_request'
        run: npx portal publish --verify --version "0.0.0-pr\${{ github.event.number }}.\${{ github.run_number }}"
      # The main branch: to a tenth of the visitors. Promote it when a person says so.
      - if: github.event_name == 'push'
        run: npx portal publish --verify --canary 10
`;

const gitlab = `# Variables: PORTAL_URL, RELEASES_URL, AWS_REGION, and what the bucket needs. RELEASE_SIGNING_KEY and RELEASE_PUBLIC_KEYS are of the type File.
image: node:22
variables:
  RELEASED_BY: pipeline $CI_PIPELINE_ID
release:
  script:
    - npm install
    - npm test
    - npm run build
    # A browser, to mount every screen in the portal's shell first.
    - npx playwright-core install --with-deps chromium
    - |
      if [ "$CI_COMMIT_BRANCH" = "$CI_DEFAULT_BRANCH" ]
      then npx portal publish --verify --canary 10
      else npx portal publish --verify --version "0.0.0-pr$CI_PIPELINE_IID"
      fi
  rules:
    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`;

/** The pipelines that release a remote; a team keeps the one of its service. */
export const pipelines = (): Files => ({
  '.github/workflows/release.yml': github,
  '.gitlab-ci.yml': gitlab,
});
