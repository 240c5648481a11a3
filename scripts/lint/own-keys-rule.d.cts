declare const rule: object;
export default rule;
