/** The page that shows the description of the interface; `root` is the path before `/docs` as a browser sees it, `version` that of its files. */
export const referencePage = (root: string, version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Interface · Pin Publishing Service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="${root}/app/assets/icon.svg">
<link rel="stylesheet" href="${root}/docs/viewer/swagger-ui.css?v=${version}">
<link rel="stylesheet" href="${root}/docs/viewer/viewer.css?v=${version}">
<script src="${root}/docs/viewer/swagger-ui-bundle.js?v=${version}" defer></script>
<script src="${root}/docs/viewer/known-values.js?v=${version}" defer></script>
<script src="${root}/docs/viewer/code-samples.js?v=${version}" defer></script>
<script src="${root}/docs/viewer/plain-references.js?v=${version}" defer></script>
<script src="${root}/docs/viewer/accessible-parts.js?v=${version}" defer></script>
<script src="${root}/docs/viewer/viewer.js?v=${version}" defer></script>
</head>
<body data-root="${root}">
<header class="viewer-header">
<a href="${root}/app">Pin Publishing Service</a>
<nav><a href="${root}/docs/manual">Manual</a> · <a href="${root}/openapi.json">JSON</a> · <a href="${root}/openapi.yaml">YAML</a> · <a href="${root}/openapi-3.0.json">OpenAPI 3.0</a></nav>
</header>
<div id="viewer"></div>
<noscript>This page needs scripts. The description is at <a href="${root}/openapi.yaml">openapi.yaml</a>.</noscript>
</body>
</html>
`;
