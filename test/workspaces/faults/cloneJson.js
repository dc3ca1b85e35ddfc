const { serve } = require('./serve.js');

const defaults = {
  shops: Array.from({ length: 1200 }, (_, id) => ({ id, city: `city ${id % 40}`, open: [8, 20] })),
};

class SettingsController {
  settingsFor(request) {
    const settings = JSON.parse(JSON.stringify(defaults)); // fault
    settings.path = request.url;
    return settings;
  }

  show(request) {
    const { path, shops } = this.settingsFor(request);
    return { path, shops: shops.length };
  }
}

const controller = new SettingsController();
serve((request) => controller.show(request));
