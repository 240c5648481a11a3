import { categoryOfAction } from './activity';

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty.called', ''])('the action "%s" has no category', (action) => {
  expect(categoryOfAction(action)).toBeNull();
});

it('an action has the category of its resource', () => {
  expect(['pin.published', 'project.switched', 'project.created'].map(categoryOfAction)).toEqual([
    'publishing',
    'security',
    'configuration',
  ]);
});
