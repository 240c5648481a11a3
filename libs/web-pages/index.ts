export { html, hiddenField, renderedHtml, textOf, type SafeHtml } from './html';
export { assetVersion, webAssets } from './web-assets';
export { answerWebAsset } from './answer-web-asset';
