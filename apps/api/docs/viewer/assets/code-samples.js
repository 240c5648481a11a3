// Shows `x-codeSamples` of an operation above its answers.
(() => {
  window.codeSamples = (samplesOf) => (system) => {
    const { React } = system;
    const h = React.createElement;

    function Samples({ samples, operation }) {
      const [shown, show] = React.useState(0);
      const [copied, setCopied] = React.useState(false);
      const { source } = samples[shown];
      const copy = () => navigator.clipboard?.writeText(source).then(() => setCopied(true));
      const tab = ({ label }, index) =>
        h('button', { key: label, type: 'button', 'aria-pressed': index === shown, onClick: () => (show(index), setCopied(false)) }, label);
      return h(
        'section',
        { className: 'code-samples', 'aria-label': `Code samples of ${operation}` },
        h(
          'div',
          { className: 'code-samples-tabs' },
          samples.map(tab),
          h('button', { type: 'button', className: 'copy', onClick: copy }, copied ? 'Copied' : 'Copy'),
        ),
        h('pre', { tabIndex: 0 }, source),
      );
    }

    return {
      wrapComponents: {
        responses: (Original) => (props) => {
          const samples = samplesOf(props.method, props.path);
          return h(
            React.Fragment,
            null,
            samples && h(Samples, { samples, operation: `${props.method.toUpperCase()} ${props.path}` }),
            h(Original, props),
          );
        },
      },
    };
  };
})();
